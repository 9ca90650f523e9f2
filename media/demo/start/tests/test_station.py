from gaugekit.station import prepare_station

LINES = [
    "# a quiet afternoon",
    "2026-03-01T12:00;upper;1.20",
    "2026-03-01T13:00;upper;3.90",
    "2026-03-01T14:00;upper;1.30",
    "2026-03-01T13:00;lower;0.80",
]


def test_spike_is_removed_and_closed():
    assert prepare_station(LINES, "upper", 0.5) == [1.7, 1.75, 1.8]
