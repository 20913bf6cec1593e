"""What a report says besides its numbers, for readers without Python and without statistics."""

WEIGHTS = {
    "problem": ("Look at this", "Most likely not what you want, and not by chance."),
    "remark": ("Worth knowing", "Neither good nor bad by itself: is it what you meant?"),
    "unknown": ("Cannot tell yet", "Too few games: it may be well or not."),
    "fine": ("All is well", "What was tested and found as it should be."),
}
"""The heading of the findings of each weight, and what it means."""

HOW_TO_READ = (
    (
        "What was done",
        "The machine played the games of this report against itself, by the rules as they are written, each from a "
        "different opening. Nobody has been asked for an opinion: every number is a count over these games.",
    ),
    (
        "The numbers in brackets",
        "“31 % (27 to 35)” means: 31 % in these games, and if the machine played for ever, the share would lie "
        "somewhere between 27 and 35 %. Such an interval holds the truth in 95 of 100 experiments. More games make it "
        "narrower: "
        "four times as many games halve it.",
    ),
    (
        "When a difference is real",
        "Coins fall unevenly, too. A finding says that something is unfair only if chance alone would hardly do that. "
        "Who asks many questions gets some wrong answers by chance, so all tests of a page are corrected together "
        "(Holm's correction): with fair rules, 95 of 100 whole pages raise no false alarm. The small p is the "
        "chance that a fair game looks as uneven as this one, after that correction.",
    ),
    (
        "What it cannot say",
        "The machine plays for the win and nothing else, at the strength that is stated. People may find other ways "
        "to play, and a game can be fair, deep and dull. Open the example games: they show what a number means.",
    ),
)
