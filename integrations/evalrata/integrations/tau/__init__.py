"""tau-bench results, and what tau2-bench results share with them."""
