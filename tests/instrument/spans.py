"""Spans as an instrumentation of a model client makes them."""

from contextlib import contextmanager

from opentelemetry.sdk.trace import TracerProvider

from evalrata.instrument import EvaluationProcessor


def provider_with(*processors, **settings):
    """A provider of its own, with evalrata's processor last."""
    provider = TracerProvider(shutdown_on_exit=False, **settings)
    for processor in (*processors, EvaluationProcessor()):
        provider.add_span_processor(processor)
    return provider


def chat(tokens_in=100, tokens_out=20, response=None, model="gpt-4o"):
    """Attributes of a model call, by the GenAI conventions."""
    found = {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": model,
        "gen_ai.response.model": model,
        "gen_ai.usage.input_tokens": tokens_in,
        "gen_ai.usage.output_tokens": tokens_out,
    }
    return {**found, "gen_ai.response.id": response} if response else found


@contextmanager
def nested(tracer, *names, **usage):
    """One model call that several instrumentations report, one inside the other."""
    if not names:
        yield
        return
    with (
        tracer.start_as_current_span(names[0], attributes=chat(**usage)),
        nested(tracer, *names[1:], **usage),
    ):
        yield
