"""The weekly report."""

from .daily import daily_summaries
from .tables import format_level, render_table


def weekly_report(readings, days=7):
    """A table of the last `days` days, newest last."""
    summaries = daily_summaries(readings)
    rows = []
    for day in list(summaries)[-days:]:
        summary = summaries[day]
        cells = [format_level(summary[key]) for key in ("low", "median", "high")]
        rows.append([day.isoformat(), summary["count"], *cells])
    return render_table(["day", "count", "low", "median", "high"], rows)
