"""One model call by each client, to the loopback provider."""

from typing import Any

from tests.live.server import Server

__all__ = [
    "by_langchain",
    "by_litellm",
    "by_litellm_async",
    "by_openai",
    "embed",
    "embed_by_litellm",
    "openai_client",
    "respond",
]

MODEL = "gpt-4o"
QUESTION = "What is the capital of Peru?"


def openai_client(server: Server) -> Any:
    import openai  # noqa: PLC0415 - only where the package is installed

    return openai.OpenAI(base_url=server.url, api_key="none")


def by_openai(server: Server, text: str = QUESTION, **options: Any) -> Any:
    """Call; a stream is read to its end."""
    messages = [{"role": "user", "content": text}]
    with openai_client(server) as client:
        create = client.chat.completions.create
        answer = create(model=MODEL, messages=messages, **options)
        return list(answer) if options.get("stream") else answer


def by_litellm(server: Server, text: str = QUESTION, **options: Any) -> Any:
    import litellm  # noqa: PLC0415 - only where the package is installed

    return litellm.completion(
        model=f"openai/{MODEL}",
        messages=[{"role": "user", "content": text}],
        api_base=server.url,
        api_key="none",
        **options,
    )


def by_langchain(server: Server, text: str = QUESTION) -> Any:
    from langchain_openai import (  # noqa: PLC0415 - only where it is installed
        ChatOpenAI,
    )

    return ChatOpenAI(model=MODEL, base_url=server.url, api_key="none").invoke(text)


def embed(server: Server, texts: list[str]) -> Any:
    with openai_client(server) as client:
        return client.embeddings.create(model="text-embedding-3-small", input=texts)


def embed_by_litellm(server: Server, texts: list[str]) -> Any:
    import litellm  # noqa: PLC0415 - only where the package is installed

    return litellm.embedding(
        model="openai/text-embedding-3-small",
        input=texts,
        api_base=server.url,
        api_key="none",
    )


def respond(server: Server, text: str) -> Any:
    """Call the Responses API."""
    with openai_client(server) as client:
        return client.responses.create(model=MODEL, input=text)


async def by_litellm_async(server: Server, text: str = QUESTION, **options: Any) -> Any:
    """Call; a stream is read to its end."""
    import litellm  # noqa: PLC0415 - only where the package is installed

    answer = await litellm.acompletion(
        model=f"openai/{MODEL}",
        messages=[{"role": "user", "content": text}],
        api_base=server.url,
        api_key="none",
        **options,
    )
    return [chunk async for chunk in answer] if options.get("stream") else answer
