def handle(command):
    match command:
        case Point(x, y=0) | [Point(x), *_] if x > limit:
            return x
        case {"key": value, **rest}:
            return value, rest
        case [first, *others]:
            return first, others
        case (1 | -2 | "text" | None) as literal:
            return literal
        case Color.RED:
            return Color
        case str() as text:
            return text
        case _:
            return None


match = 1
case = match
type = case
print(match, case, type)
