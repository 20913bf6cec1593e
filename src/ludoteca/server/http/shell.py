"""What a browser needs to install the site, and to show something of it without a network."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludoteca.core.message import translatable
from ludoteca.server.http.handlers import Handlers
from ludoteca.server.http.languages import ENGLISH

DESCRIPTION = translatable("Board games played, refereed and explained by the clauses of their rules.")
OFFLINE = "/offline"
SHELL = ("colours.css", "page.css", "board.css", "theme.js", "install.js", "icon.svg")
"""The static files of the page that is shown without a network."""


class Shell:
    def __init__(self, handlers: Handlers) -> None:
        self.handlers = handlers

    async def manifest(self, request: Request) -> Response:
        static = self.handlers.static_url
        icons = [
            {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(
                {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
                for size in (192, 512)
            ),
        ]
        manifest = {
            "name": "Ludoteca",
            "short_name": "Ludoteca",
            "description": self.handlers.languages.of(request).tell(DESCRIPTION),
            "lang": self.handlers.languages.of(request).tag,
            "id": "/",
            "start_url": "/",
            "display": "standalone",
            "background_color": "#faf7f1",
            "theme_color": "#2c5d4f",
            "icons": icons,
        }
        headers = {"Vary": "Accept-Language, Cookie"}
        return JSONResponse(manifest, headers=headers, media_type="application/manifest+json")

    async def service_worker(self, request: Request) -> Response:
        """A script whose address stays, so that a browser finds the next version of it.

        Another language is another version, for it keeps a page.
        """
        values = {
            "version": f"{self.handlers.version}-{self.handlers.languages.of(request).tag}",
            "offline": OFFLINE,
            "shell": [*map(self.handlers.static_url, SHELL)],
        }
        text = self.handlers.templates[ENGLISH].get_template("service-worker.js").render(values)
        return Response(text, headers={"Cache-Control": "no-cache"}, media_type="text/javascript")

    async def offline(self, request: Request) -> Response:
        return self.handlers.page(request, "offline.html", "", {})
