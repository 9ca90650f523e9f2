class Exporter:
    def export(self, rows, path):
        raise NotImplementedError

    def header(self, rows):
        raise NotImplementedError


class CsvExporter(Exporter):
    def export(self, rows, path):
        with open(path, "w", encoding="utf-8") as out:
            out.write(self.header(rows) + "\n")
            for row in rows:
                out.write(",".join(_clean(cell) for cell in row) + "\n")

    def header(self, rows):
        names = [name.strip() for name in rows[0]._fields]
        return ",".join(names)

    def __repr__(self):
        return f"{type(self).__name__}()"


class TabExporter(Exporter):
    def export(self, rows, path):
        with open(path, "w", encoding="utf-8") as out:
            out.write(self.header(rows) + "\n")
            for row in rows:
                out.write("\t".join(_clean(cell) for cell in row) + "\n")

    def header(self, rows):
        names = [name.strip() for name in rows[0]._fields]
        return "\t".join(names)

    def __repr__(self):
        return f"{type(self).__name__}()"


def _clean(cell):
    text = str(cell).replace("\n", " ")
    if text.startswith("="):
        text = "'" + text
    return text.strip()
