"""One of several processes behind one port: uvicorn imports this module in each of them, by its name.

The options come in the environment, for uvicorn hands nothing else to the processes that it starts.
"""

import logging
import os
from dataclasses import replace

import msgspec

from ludoteca.server import logs, metrics
from ludoteca.server.http import front
from ludoteca.server.http.app import create_app
from ludoteca.server.http.guard import Guard
from ludoteca.server.serve import OPTIONS_VARIABLE, ServeOptions, connection_limit, drain_on_signal, settings_of

options = msgspec.json.decode(os.environ[OPTIONS_VARIABLE], type=ServeOptions)
logs.configure(options.log_style, options.has_access_log)
logging.getLogger().addHandler(metrics.ErrorCounter())
limits = replace(options.limits, connections=max(1, options.limits.connections // options.workers))
settings = settings_of(replace(options, limits=limits), options.port)
HttpProtocol, WebSocketProtocol = front.protocols(
    settings.limits, connection_limit(settings.limits.connections, settings.cores), options.is_behind_proxy
)


def create() -> Guard:
    app = create_app(settings)
    # The process that has started this one stops it.
    drain_on_signal(app.handlers.live_rooms, lambda: None)
    return app
