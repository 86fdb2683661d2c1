"""Commands for building, serving and testing the page; the page itself never imports them."""
