"""One task of the bench's dump: its evaluation, and the log of its model calls.

A task is one conversation with an agent that calls tools.  Every request repeats the
history before it: a system prompt of about 6 kB, then per call a tool call and an
answer of 1 to 2 kB that is itself JSON, as tau-bench's tools answer.  All words are
invented.
"""

import json
import random

__all__ = ["CALLS", "MODEL", "Task"]

MODEL = "gpt-4o-2024-11-20"
CALLS = 25
"""Model calls of one task; the last one replies."""

_OPS = {"openai": "openai.chat.completions.create", "litellm": "litellm.completion"}
_TOOLS = ("find_parcel", "weigh_parcel", "move_parcel", "label_parcel")
_WORDS = [
    *["the", "parcel", "of", "sender", "was", "found", "in", "hall", "seven", "and"],
    *["waits", "for", "a", "label", "that", "names", "its", "weight", "caf\u00e9"],
    *["\u2192", "24", "hours", "shelf", "never", "without", "stamp\nThen", "please"],
]


def _prose(dice, size):
    return " ".join(dice.choices(_WORDS, k=size * 2 // 11))  # a word: 5.5 characters


POLICY = "# Rules of an invented parcel office\n\n" + _prose(random.Random(0), 6000)  # noqa: S311 # a specimen


class Task:
    """A task's conversation, made from its number alone.

    Every third task is logged by two libraries, one inside the other.
    """

    def __init__(self, number):
        """Make the conversation; messages are kept as JSON text."""
        self.number = number
        self.is_nested = number % 3 == 2
        self._dice = random.Random(number)  # noqa: S311 # a specimen
        self._actions = [self._action(i) for i in range(CALLS - 1)]
        wish = {"role": "user", "content": _prose(self._dice, 300)}
        system = {"role": "system", "content": POLICY}
        self._history = [json.dumps(system), json.dumps(wish)]
        self._outputs = []
        for place, action in enumerate(self._actions):
            self._history += self._step(place, action)
            self._outputs.append(self._history[-2])
        self._outputs.append(json.dumps({"role": "assistant", "content": "Done."}))

    def _action(self, place):
        parcel = f"P{self.number:04}{place:02}{self._dice.randrange(100):02}"
        name = self._dice.choice(_TOOLS)
        return {"name": name, "kwargs": {"parcel": parcel, "grams": place * 10}}

    def _step(self, place, action):
        call_id = f"call_{self.number}_{place}"
        arguments = json.dumps(action["kwargs"])
        function = {"name": action["name"], "arguments": arguments}
        call = {"id": call_id, "type": "function", "function": function}
        asked = {"role": "assistant", "content": None, "tool_calls": [call]}
        rows = [self._row() for _ in range(self._dice.randint(8, 16))]
        told = {"role": "tool", "tool_call_id": call_id, "content": json.dumps(rows)}
        return json.dumps(asked), json.dumps(told)

    def _row(self):
        grams = self._dice.randrange(9000)
        return {"hall": _prose(self._dice, 60), "grams": grams, "is_paid": True}

    def evaluation(self):
        """Return what the harness stored: the agent's actions, then the replay."""
        gold = self._actions[-4:]
        reply = {"name": "respond", "kwargs": {"content": "Done."}}
        return {
            "reward": float(self.number % 2),
            "taken_actions": [*self._actions, reply, *gold],
            "task": {
                "user_id": f"invented_{self.number}",
                "actions": gold,
                "instruction": f"Invented errand {self.number}: label four parcels.",
                "outputs": [],
            },
        }

    def spans(self):
        """Yield every span of the log as JSON text, with its usage."""
        for place in range(CALLS):
            # Figures that differ from call to call, as they do in a real log.
            odd = self._dice.randrange(100)
            asked, told = 1500 + 450 * place + odd, 30 + odd
            usage = {"prompt_tokens": asked, "completion_tokens": told}
            yield self._span(place, "litellm" if self.is_nested else "openai", usage)
            if self.is_nested:
                parent = f"litellm-{self.number}-{place}"
                yield self._span(place, "openai", usage, parent)

    def _span(self, place, op, usage, parent=None):
        at = f"2025-08-01T{self.number % 24:02}:{place:02}"
        head = {
            "id": f"{op}-{self.number}-{place}",
            "trace_id": f"trace-{self.number}-{place}",
            "parent_id": parent,
            "op_name": f"weave:///invented/office/op/{_OPS[op]}:v1",
            "started_at": f"{at}:00.100000+00:00",
            "ended_at": f"{at}:02.900000+00:00",
            "attributes": {"weave_task_id": str(self.number)},
        }
        tail = {
            "usage": usage,
            "summary": {"usage": {MODEL: {"requests": 1, **usage}}},
            "weave_task_id": str(self.number),
        }
        messages = ", ".join(self._history[: 2 + 2 * place])
        answer = f'"id": "chatcmpl-{self.number}-{place}", "model": "{MODEL}"'
        choice = f'{{"index": 0, "message": {self._outputs[place]}}}'
        text = (
            f'{json.dumps(head)[:-1]}, "inputs": {{"model": "{MODEL}", "messages": '
            f'[{messages}]}}, "output": {{{answer}, "choices": [{choice}], '
        )
        # The response's usage closes "output"; the rest belongs to the span.
        usage_text, rest = json.dumps(tail.pop("usage")), json.dumps(tail)[1:]
        return f'{text}"usage": {usage_text}}}, {rest}', usage
