"""How far long work is: a bar in a terminal or a notebook, or a function of one's own."""

import sys
import time


class TerminalBar:
    """A line on stderr that is written over; nothing where the work ends soon."""

    def __init__(self, stream, after=0.5):
        self.stream, self.start, self.after, self.drawn = stream, time.monotonic(), after, False

    def __call__(self, done, total):
        spent = time.monotonic() - self.start
        if spent < self.after or not total > 0:
            return
        part = min(1.0, done / total)
        filled = int(30 * part)
        left = spent * (1 - part) / part if part > 0 else 0.0
        self.stream.write(f"\r[{'#' * filled}{'.' * (30 - filled)}] {100 * part:3.0f} %  {left:.0f} s left\033[K")
        self.stream.flush()
        self.drawn = True

    def close(self):
        if self.drawn:
            self.stream.write("\r\033[K")
            self.stream.flush()


class NotebookBar:
    """The same as an element of a notebook's page."""

    def __init__(self, after=0.5):
        self.start, self.after, self.shown = time.monotonic(), after, None

    def __call__(self, done, total):
        if time.monotonic() - self.start < self.after or not total > 0:
            return
        from IPython.display import HTML, display
        page = HTML(f'<progress max="1" value="{min(1.0, done / total):.3f}" style="width: 20em"></progress>')
        if self.shown is None:
            self.shown = display(page, display_id=True)
        else:
            self.shown.update(page)

    def close(self):
        if self.shown is not None:
            from IPython.display import HTML
            self.shown.update(HTML(""))


def in_notebook():
    shell = sys.modules.get("IPython") and sys.modules["IPython"].get_ipython()
    return type(shell).__name__ == "ZMQInteractiveShell"


class shown:
    """The function that hears of progress while work is done: the caller's, a bar, or none."""

    def __init__(self, progress):
        self.bar = None
        if callable(progress):
            self.hears = progress
        elif progress is False:
            self.hears = None
        elif progress is None or progress is True:
            if in_notebook():
                self.bar = NotebookBar()
            elif progress or sys.stderr.isatty():
                self.bar = TerminalBar(sys.stderr)
            self.hears = self.bar
        else:
            raise TypeError("progress: expected a function of (done, total), True, False or None")

    def __enter__(self):
        return self.hears

    def __exit__(self, *error):
        if self.bar:
            self.bar.close()
