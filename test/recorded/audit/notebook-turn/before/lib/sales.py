import pandas as pd


def load_sales(path):
    frame = pd.read_csv(path, sep=";", decimal=",")
    frame["day"] = pd.to_datetime(frame["day"], dayfirst=True)
    frame = frame.dropna(subset=["amount"])
    return frame.sort_values("day").reset_index(drop=True)


def spread(values):
    low = min(values)
    high = max(values)
    return (high - low) / len(values)
