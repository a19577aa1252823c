"""The same question, asked through ever more layers that weave traces."""

from collections.abc import Callable

import litellm
import openai
import weave
from langchain_openai import ChatOpenAI

__all__ = ["CHAINS"]

MODEL = "gpt-4o"


def through_openai(url, question):
    client = openai.OpenAI(base_url=url, api_key="none")
    client.chat.completions.create(model=MODEL, messages=_messages(question))


def through_litellm(url, question):
    litellm.completion(
        model=f"openai/{MODEL}",
        messages=_messages(question),
        api_base=url,
        api_key="none",
    )


def through_langchain(url, question):
    ChatOpenAI(model=MODEL, base_url=url, api_key="none").invoke(question)


@weave.op
def agent(url, question):
    for turn in range(3):
        through_litellm(url, f"{question} ({turn})")


def _messages(question):
    return [{"role": "user", "content": question}]


CHAINS: dict[str, Callable[[str, str], None]] = {
    "openai": through_openai,
    "litellm": through_litellm,
    "langchain": through_langchain,
    "agent": agent,
}
