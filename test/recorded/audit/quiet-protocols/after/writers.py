class Writer:
    def write(self, node):
        raise NotImplementedError

    def indent(self, node, level):
        raise NotImplementedError


class First(Writer):
    def write(self, node):
        return "<" + node.tag + ">"

    def indent(self, node, level):
        space = "\n" + level * "  "
        if len(node):
            if not node.text or not node.text.strip():
                node.text = space + "  "
            for child in node:
                self.indent(child, level + 1)
            if not child.tail or not child.tail.strip():
                child.tail = space
        elif level and (not node.tail or not node.tail.strip()):
            node.tail = space


class Second(Writer):
    def write(self, node):
        return "(" + node.name + ")" + node.rest

    def indent(self, node, level):
        space = "\n" + "  " * level
        if len(node):
            if not node.text or not node.text.strip():
                node.text = space + "  "
            for child in node:
                self.indent(child, level + 1)
            if not child.tail or not child.tail.strip():
                child.tail = space
        elif level and (not node.tail or not node.tail.strip()):
            node.tail = space
