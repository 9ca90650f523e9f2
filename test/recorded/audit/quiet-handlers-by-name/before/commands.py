from store import accounts


def run_add(args):
    account = accounts.get(args.name)
    if account is None:
        print("no such account:", args.name)
        return 1
    account.balance += args.amount
    print("added", args.amount, "to", args.name)
    return 0


COMMANDS = {
    "add": run_add,
    "none": print,
}
