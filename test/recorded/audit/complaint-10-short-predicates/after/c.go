package c

func isPaid(plan string) bool { return plan == "pro" || plan == "scale" }

func isFresh(source string) bool { return source == "startup" || source == "clear" }

func hasPaid(tier string) bool { return tier == "pro" || tier == "scale" }
