from charges import charges_of


def public_charges(quantity, price):
    return charges_of(quantity, price)
