"""Live games for browsers and programs. Needs what `pip install ludoteca[server]` brings; nothing else imports it."""
