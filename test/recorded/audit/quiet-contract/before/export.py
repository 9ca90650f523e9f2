class Exporter:
    def export(self, rows, path):
        raise NotImplementedError


class CsvExporter(Exporter):
    def export(self, rows, path):
        names = sorted(rows[0])
        with open(path, "w", encoding="utf-8") as out:
            out.write(",".join(names) + "\n")
            for row in rows:
                out.write(",".join(str(row[name]) for name in names) + "\n")
        return len(rows)


class Checker:
    def check(self, rows, names):
        faults = []
        for number, row in enumerate(rows, 1):
            missing = [name for name in names if not row.get(name)]
            if missing:
                faults.append(f"row {number}: {', '.join(missing)}")
        return faults
