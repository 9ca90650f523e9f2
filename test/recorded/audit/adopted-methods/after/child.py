from base import Base

class Child(Base):
    def area(self):
        return super().area() * 2

    def twin(self):
        return self.make("1x2")
