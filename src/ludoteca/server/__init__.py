"""Live games for browsers and programs. Needs what `pip install ludoteca[server]` brings; nothing else imports it.

A click goes down these layers and an event comes up again:

    serve     runs the application under uvicorn
    http      pages, JSON routes, WebSockets         admin     what administrators do at the command line
    live      rooms in memory: one transaction at a time in a room
    rooms     the rules of a live game               storage   the database
    events    what has happened in a room; limits; tokens
"""
