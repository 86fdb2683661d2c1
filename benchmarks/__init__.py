"""What the page is measured against, and how; the page itself never imports anything of this."""
