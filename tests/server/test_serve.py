"""`ludoteca serve` and `ludoteca play`, as users start them."""

import subprocess
import sys
import time
import urllib.request

import pytest
import uvicorn

from ludoteca.cli import main
from ludoteca.server import serve
from tests.server.running_server import Process


def test_serve_tells_where_it_is_and_ends_cleanly(tmp_path):
    server = Process(f"sqlite:///{tmp_path}/games.db")
    assert server.running.client().get("/api/health").json() == {"status": "ok"}
    assert server.stop() in ((0, ""), (-15, ""))
    assert (tmp_path / "games.db").exists()


@pytest.mark.parametrize(("words", "path"), [([], "/"), (["exile"], "/new/exile")])
def test_play_serves_and_opens_the_page(words, path, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    opened = []
    servers = []

    class Server(uvicorn.Server):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            servers.append(self)

        def install_signal_handlers(self):
            pass

    def open_page(address):
        with urllib.request.urlopen(address, timeout=20) as page:
            opened.append((address, page.status))
        servers[0].should_exit = True

    monkeypatch.setattr(uvicorn, "Server", Server)
    monkeypatch.setattr("webbrowser.open", open_page)
    assert main(["play", *words]) == 0
    assert opened[0][0].endswith(path) and opened[0][0].startswith("http://127.0.0.1:")
    assert opened[0][1] == 200
    assert "Ludoteca is at http://127.0.0.1:" in capsys.readouterr().out
    assert (tmp_path / "ludoteca" / "games.db").exists()


@pytest.mark.parametrize(("there_are", "think"), [(1, 1), (2, 2), (3, 2), (16, 15)])
def test_how_many_machines_think_at_a_time(there_are, think):
    assert serve.usual_cores(there_are) == think


def test_a_taken_port_is_reported_in_one_line(capsys, tmp_path):
    listening = serve.listen("127.0.0.1", 0)
    words = ["serve", "--port", str(listening.getsockname()[1]), "--database", f"sqlite:///{tmp_path}/x.db"]
    assert main(words) == 2
    assert "cannot listen at 127.0.0.1" in capsys.readouterr().err
    listening.close()


WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        missing = ("starlette", "uvicorn", "msgspec", "sqlalchemy", "alembic", "jinja2", "prometheus_client")
        if name.split(".")[0] in missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
from ludoteca.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_without_the_extra_packages_one_line_says_so_and_the_rest_works():
    def run(*words):
        command = [sys.executable, "-c", WITHOUT, *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, input="quit\n")

    for words in (["serve"], ["play"], ["rooms", "list"], ["backup", "copy.db"]):
        done = run(*words)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert "pip install 'ludoteca[server]'" in done.stderr
    assert run("perft", "xiangqi", "1").stdout == "44\n"
    assert run("play", "xiangqi", "--terminal").returncode == 0


def test_a_first_page_comes_quickly(tmp_path):
    begin = time.monotonic()
    server = Process(f"sqlite:///{tmp_path}/games.db")
    assert server.running.client().get("/").status_code == 200
    seconds = time.monotonic() - begin
    server.stop()
    print(f"first page after {seconds:.2f} s")
    assert seconds < 15  # The machine may be busy: the figure to look at is printed.
