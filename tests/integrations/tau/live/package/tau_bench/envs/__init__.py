from tau_bench.envs.base import Env

__all__ = ["DeskEnv", "get_env"]


class DeskEnv(Env):
    """A domain: sets something after the base class has made the environment."""

    def __init__(self, task_index: int | None = None) -> None:
        super().__init__(task_index=task_index or 0)
        self.terminate_tools = ["transfer_to_human_agents"]


def get_env(task_index: int | None = None) -> DeskEnv:
    return DeskEnv(task_index=task_index)
