"""Who waits for a worker process is served in turn, whatever others ask for."""

from random import Random

import pytest

from ludoteca.server.live.fair_queue import WEIGHTS, Claim, FairQueue, Kind

PEOPLE, QUESTION, MACHINES_ONLY, _ = Kind


def claim(visitor, kind=PEOPLE, **more):
    return Claim(kind, (visitor,), **more)


def new_queue() -> FairQueue[int | str]:
    return FairQueue()


def serve(queue, seconds=1.0):
    """Take the next request and finish it; the name of its visitor."""
    ticket = queue.take()
    queue.finish(ticket, seconds)
    return ticket.visitor


def test_a_visitor_with_thirty_requests_counts_as_one():
    queue = new_queue()
    for number in range(30):
        queue.add(number, claim("greedy"), 1.0)
    assert serve(queue) == "greedy"
    for _ in range(3):
        queue.add("move", claim("modest"), 1.0)
    assert [serve(queue) for _ in range(6)].count("modest") == 3


def test_a_request_is_in_the_queue_until_it_runs():
    queue = new_queue()
    first, second = (queue.add(name, claim("ada"), 1.0) for name in ("first", "second"))
    assert first in queue and second in queue
    assert queue.take() is first and first not in queue
    queue.finish(first, 1.0)
    assert first not in queue and second in queue
    queue.withdraw(second)
    assert second not in queue


def test_newcomers_come_before_those_who_have_used_the_machine():
    queue = new_queue()
    for visitor in ("ada", "bo"):
        for _ in range(5):
            queue.add("move", claim(visitor), 1.0)
    for _ in range(4):
        serve(queue)
    queue.add("move", claim("new"), 1.0)
    assert serve(queue) == "new"


def test_shares_are_counted_in_seconds():
    """Not in requests: then the long ones would take a hundred times as much."""
    queue = new_queue()
    served = {"long": 0.0, "short": 0.0}
    for _ in range(400):
        for visitor in served:
            if not queue.count(PEOPLE, visitor):
                queue.add("move", claim(visitor), 1.0)
        ticket = queue.take()
        used = 1.0 if ticket.visitor == "long" else 0.01
        served[ticket.visitor] += used
        queue.finish(ticket, used)
    assert served["long"] <= 2 * served["short"]


def test_who_asks_for_little_waits_for_few_of_many_who_ask_for_much():
    queue = new_queue()
    heavy = [f"heavy {number}" for number in range(30)]
    for _ in range(3):
        for visitor in heavy:
            queue.add("move", claim(visitor), 1.0)
    for _ in range(30):
        serve(queue, 1.0)
    for _ in range(10):
        queue.add("move", claim("light"), 1.0)
        waited = 0
        while (ticket := queue.take()).visitor != "light":
            queue.finish(ticket, 1.0)
            waited += 1
        queue.finish(ticket, 0.01)
        assert waited <= 3


def test_who_was_idle_has_saved_nothing():
    queue = new_queue()
    for _ in range(100):
        queue.add("move", claim("busy"), 1.0)
        serve(queue)
    for visitor in ("idle", "busy"):
        for _ in range(20):
            queue.add("move", claim(visitor), 1.0)
    assert 8 <= [serve(queue) for _ in range(20)].count("idle") <= 12


def test_ever_new_visitors_do_not_starve_an_old_one():
    queue = new_queue()
    for _ in range(2):
        queue.add("move", claim("old"), 1.0)
    served = []
    for number in range(30):
        queue.add("move", claim(f"new {number}"), 1.0)
        served.append(serve(queue))
    assert served.count("old") == 2


def test_people_come_first_then_questions_then_machines_alone():
    queue = new_queue()
    for kind in reversed(Kind):
        queue.add("request", claim(kind.name, kind), 1.0)
    assert [ticket.visitor for ticket in queue.in_order()] == [kind.name for kind in Kind]
    assert [serve(queue) for _ in Kind] == [kind.name for kind in Kind]


def test_no_kind_starves_and_each_has_its_weight():
    queue = new_queue()
    for kind in Kind:
        for _ in range(200):
            queue.add("request", claim("ada", kind), 1.0)
    served = []
    for _ in range(120):
        ticket = queue.take()
        queue.finish(ticket, 1.0)
        served.append(ticket.claim.kind)
    for kind in Kind:
        assert served.count(kind) == pytest.approx(120 * WEIGHTS[kind] / sum(WEIGHTS.values()), abs=4)


def test_a_request_is_charged_to_the_one_who_has_used_least():
    queue = new_queue()
    queue.add("move", claim("busy"), 1.0)
    serve(queue)
    queue.add("move", claim("busy"), 1.0)
    queue.add("shared", Claim(PEOPLE, ("busy", "guest")), 1.0)
    assert queue.take().item == "shared"


def test_no_more_run_for_a_visitor_than_may():
    queue = new_queue()
    for _ in range(3):
        queue.add("move", claim("host", MACHINES_ONLY, most_running=2), 1.0)
    first, second = queue.take(), queue.take()
    assert first and second and queue.take() is None
    assert queue.count(MACHINES_ONLY, "host") == 3 and len(queue) == 1
    queue.finish(first, 1.0)
    assert queue.take() is not None


def test_places_are_the_order_in_which_requests_are_served():
    random = Random(5)
    queue = new_queue()
    for _ in range(4):
        queue.add("move", claim("greedy"), 1.0)
        serve(queue)
    for number in range(40):
        queue.add(number, claim(random.choice(("greedy", "ada", "bo"))), random.choice((0.5, 1.0, 2.0)))
    queue.withdraw(queue.in_order()[7])
    expected = [ticket.visitor for ticket in queue.in_order()]
    served = []
    while ticket := queue.take():
        queue.finish(ticket, ticket.seconds)
        served.append(ticket.visitor)
    assert sorted(served) == sorted(expected) and len(served) == 39
    for visitor in ("greedy", "ada", "bo"):
        assert abs(served.index(visitor) - expected.index(visitor)) <= 2
