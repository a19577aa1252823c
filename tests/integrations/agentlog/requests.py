"""Requests to a model as raw logs hold them."""

import json

import msgspec

from evalrata.integrations.agentlog import AgentLog
from evalrata.schemas.records import Action

__all__ = ["HEAD", "answer", "calls", "feed", "raw", "replies", "says"]

HEAD = [
    {"role": "system", "content": "You work at an invented desk."},
    {"role": "user", "content": "Hello."},
]


def raw(messages):
    return [msgspec.Raw(json.dumps(message).encode()) for message in messages]


def calls(*names, text=None):
    """An assistant's message with one tool call per name, its id the name's."""
    return {
        "role": "assistant",
        "content": text,
        "tool_calls": [
            {"id": f"id_{n}", "function": {"name": n, "arguments": f'{{"of": "{n}"}}'}}
            for n in names
        ],
    }


def answer(name):
    return {"role": "tool", "tool_call_id": f"id_{name}", "content": "done"}


def says(text, role="assistant"):
    return {"role": role, "content": text}


def feed(*requests, log=None):
    """Add requests ``(messages, output message or None)`` to a log, in order."""
    log = log or AgentLog()
    for i, (messages, output) in enumerate(requests):
        response = output and {"choices": [{"message": output}]}
        log.add(raw(messages), response, span=f"{id(log)}-{i}", started=float(i))
    return log


def replies(*texts):
    return [
        Action(name="respond", arguments={"content": text}, kind="reply")
        for text in texts
    ]
