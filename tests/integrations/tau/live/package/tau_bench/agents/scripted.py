import copy

from tests.integrations.tau.live.scenarios import script

__all__ = ["ScriptedAgent"]


class Result:
    def __init__(self, reward):
        self.reward = reward


class ScriptedAgent:
    """Does what a scenario does, until the environment is done or steps run out."""

    def __init__(self, letter):
        self.letter = letter

    def solve(self, env, task_index=None, max_num_steps=30):
        reward = 0.0
        env.reset(task_index=task_index)
        actions, env.user.replies = script(self.letter, env.task)
        if self.letter == "k" and task_index == 1:
            raise RuntimeError("the model is not there")
        for action in copy.deepcopy(actions)[:max_num_steps]:
            response = env.step(action)
            reward = response.reward
            if response.done:
                break
        return Result(reward)
