"""The losses of a training as a picture, drawn as the charts of reports are."""

from collections.abc import Sequence

from ludoteca.lab.analysis import Chart, Series, Table
from ludoteca.lab.report.line_chart import line_chart
from ludoteca.lab.training.learning import Loss

STYLE = """
svg { background: #fff; font: 13px system-ui, sans-serif; }
text { fill: #333; }
.soft { fill: #666; }
.grid, .zero { stroke: #ddd; }
.line { fill: none; stroke-width: 2.2; }
.dot { stroke: none; }
.line.s0 { stroke: #1f6fb4; }
.line.s1 { stroke: #c2410c; stroke-dasharray: 8 4; }
.dot.s0 { fill: #1f6fb4; }
.dot.s1 { fill: #c2410c; }
"""
"""A file of its own has no page to take its colours from."""
UNIT = 1000.0


def draw_losses(losses: Sequence[Loss]) -> str:
    """Both losses by epoch, as an SVG file."""
    epochs = tuple(float(loss.epoch) for loss in losses)
    series = tuple(
        Series(name, epochs, tuple(UNIT * getattr(loss, name) for loss in losses))
        for name in ("training", "validation")
    )
    rows = tuple((loss.epoch, loss.training, loss.validation) for loss in losses)
    table = Table(("epoch", "training", "validation"), rows)
    chart = Chart("losses", "Losses by epoch", "lines", table, series, x_title="epoch", y_title="loss, in thousandths")
    drawn = line_chart(chart)
    begin = drawn.index(">") + 1
    opened = drawn[: begin - 1].replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg" width="880"', 1)
    return f"{opened}><style>{STYLE}</style>{drawn[begin:]}\n"
