"""The instrumentations of other projects, each as a block that undoes itself."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import Any

__all__ = ["litellm_callback", "openinference", "openllmetry"]

OPENINFERENCE = {
    "openai": "OpenAIInstrumentor",
    "langchain": "LangChainInstrumentor",
    "litellm": "LiteLLMInstrumentor",
}
OPENLLMETRY = {"openai": "OpenAIInstrumentor", "langchain": "LangchainInstrumentor"}
WRAPPED = (
    ("openai.resources.chat.completions", "Completions"),
    ("openai.resources.chat.completions", "AsyncCompletions"),
    ("openai.resources.embeddings", "Embeddings"),
    ("openai.resources.embeddings", "AsyncEmbeddings"),
    ("openai.resources.responses", "Responses"),
    ("openai.resources.responses", "AsyncResponses"),
    ("langchain_core.callbacks", "BaseCallbackManager"),
    ("langchain_openai.chat_models.base", "BaseChatOpenAI"),
)
"""Classes of the clients used here whose methods OpenLLMetry wraps."""


@contextmanager
def openinference(provider: Any, *names: str, content: bool = True) -> Iterator[None]:
    """Instrument; without ``content`` no messages are captured, and so no ids."""
    config = import_module("openinference.instrumentation").TraceConfig(
        hide_inputs=not content, hide_outputs=not content
    )
    with ExitStack() as stack:
        for name in names:
            module = import_module(f"openinference.instrumentation.{name}")
            instrumentor = getattr(module, OPENINFERENCE[name])()
            instrumentor.instrument(tracer_provider=provider, config=config)
            stack.callback(instrumentor.uninstrument)
        yield


@contextmanager
def openllmetry(provider: Any, *names: str) -> Iterator[None]:
    """Instrument with Traceloop's packages."""
    with ExitStack() as stack:
        stack.enter_context(_as_they_were())
        for name in names:
            module = import_module(f"opentelemetry.instrumentation.{name}")
            instrumentor = getattr(module, OPENLLMETRY[name])()
            instrumentor.instrument(tracer_provider=provider)
            stack.callback(instrumentor.uninstrument)
        yield


@contextmanager
def _as_they_were() -> Iterator[None]:
    """Put back what OpenLLMetry's ``uninstrument`` leaves wrapped (0.62.4)."""
    owners = [getattr(import_module(module), name) for module, name in WRAPPED]
    before = [dict(vars(owner)) for owner in owners]
    try:
        yield
    finally:
        for owner, attributes in zip(owners, before, strict=True):
            for name, value in attributes.items():
                if vars(owner)[name] is not value:
                    setattr(owner, name, value)


@contextmanager
def litellm_callback(provider: Any) -> Iterator[None]:
    """Switch litellm's own OpenTelemetry callback on."""
    litellm = import_module("litellm")
    module = import_module("litellm.integrations.opentelemetry")
    litellm.callbacks = [module.OpenTelemetry(tracer_provider=provider)]
    try:
        yield
    finally:
        # litellm has copied the callback to lists of its own, and calls it from there.
        litellm.logging_callback_manager._reset_all_callbacks()
