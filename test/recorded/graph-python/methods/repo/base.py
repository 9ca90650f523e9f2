class Root:
    def shared(self): pass
    def root_only(self): pass
    @classmethod
    def make(cls):
        return cls()
    @staticmethod
    def util(self): 
        self.shared()
