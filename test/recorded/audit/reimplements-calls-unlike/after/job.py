from lib import load, clean, scale, store

def nightly(paths, ratios, log):
    for ratio in ratios:
        log.append(ratio)
        if ratio > 3 and log.state.ready(ratio):
            log.warn(log.state.text(ratio))
    everything = {}
    for path in paths:
        everything[path] = load(path)
        log.count(path, everything)
    kept = {path: clean(rows) for path, rows in everything.items()}
    log.done(kept)
    for path, rows in kept.items():
        for ratio in sorted(ratios):
            store(scale(rows, ratio))
            log.mark(path, ratio)
