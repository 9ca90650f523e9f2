from export import Exporter


class TabExporter(Exporter):
    def export(self, rows, path):
        names = sorted(rows[0])
        with open(path, "w", encoding="utf-8") as out:
            out.write(",".join(names) + "\n")
            for row in rows:
                out.write(",".join(str(row[name]) for name in names) + "\n")
            out.flush()
        return len(rows)


class Lint:
    def check(self, lines, keys):
        found = []
        for at, line in enumerate(lines, 1):
            absent = [key for key in keys if not line.get(key)]
            if absent:
                found.append(f"row {at}: {', '.join(absent)}")
        found.sort()
        return found
