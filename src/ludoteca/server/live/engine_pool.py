"""The processes that compute machines' moves, hints and analyses."""

from ludoteca.server.live.engine_worker import HANDLERS, STOPPERS, EngineAnswer
from ludoteca.server.live.worker_pool import GRACE_SECONDS, Handlers, WorkerPool


class EnginePool(WorkerPool[EngineAnswer]):
    def __init__(
        self, cores: int, grace_seconds: float = GRACE_SECONDS, handlers: Handlers[EngineAnswer] = HANDLERS
    ) -> None:
        super().__init__(cores, handlers, grace_seconds, STOPPERS)
