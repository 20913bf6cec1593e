"""What a report says besides its numbers, for readers without Python and without statistics."""

WEIGHTS = {
    "problem": ("Look at this", "Most likely not what you want, and not by chance."),
    "remark": ("Worth knowing", "Neither good nor bad by itself: is it what you meant?"),
    "unknown": (
        "Cannot tell yet",
        "Too few games: it may be well or not. How many would tell is said of each by itself.",
    ),
    "fine": ("All is well", "What was tested and found as it should be."),
}
"""The heading of the findings of each weight, and what it means."""

CHANGES = ("What the change does", "The clearest differences, the surest first; the first chapter has them all.")
"""The same of the findings about changed rules, which come before all others."""

BRACKETS = (
    "“31 % (27 to 35)” means: 31 % in these games; if the machine played for ever, it would most likely lie between 27 "
    "and 35 % (about 1 such range in 20 misses)."
)
"""What the numbers in brackets are; stands above the findings, too."""

HOW_TO_READ = (
    (
        "What was done",
        "The machine played the games of this report against itself, by the rules as they are written, each after a "
        "few moves at random, so that games differ; of these moves nothing is counted but the length of games. How "
        "games open is told by others, without moves at random. Most numbers are counts over these games. Only what is "
        "said of leads, chances and open games is the judgement of the machine.",
    ),
    (
        "The numbers in brackets",
        f"{BRACKETS} More games make the range narrower: four times as many halve it.",
    ),
    (
        "When a difference is real",
        "Coins fall unevenly, too. A finding says that something is unfair only if chance alone would hardly do that. "
        "Who asks many questions gets some wrong answers by chance, so the more a page asks, the surer each answer has "
        "to be (the rule for that is Holm's correction): with fair rules, 95 of 100 whole pages raise no false alarm. "
        "“By chance: 2 of 100” tells how many of 100 reports of a fair game would look so by chance alone, after that "
        "correction.",
    ),
    (
        "What it cannot say",
        "The machine plays for the win and nothing else, at the strength that is stated. People may find other ways "
        "to play, and a game can be fair, deep and dull. Open the example games: they show what a number means.",
    ),
)
