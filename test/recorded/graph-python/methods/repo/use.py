from base import Root
import base

class Child(Root):
    def shared(self):
        super().shared()
        super(Child, self).shared()
        self.root_only()
        self.unknown()

    def other(me):
        me.shared()
        def nested():
            me.root_only()
        return lambda: me.util()

    @classmethod
    def build(cls):
        cls.make()
        cls().shared()
        cls.build()
        return super().make()

    @property
    def size(self):
        return self.size

    @size.setter
    def size(self, value):
        self.other()

class Leaf(base.Root):
    def go(self):
        self.shared()

Child.build()
Child().root_only()
Leaf.make()
child = Child()
child.shared()
child.size
Child.unknown()
