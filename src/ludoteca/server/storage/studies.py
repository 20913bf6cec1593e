"""The SQL of studies. A save names the revision that it is based on, so that two tabs do not overwrite each other."""

from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update

from ludoteca.server.storage import schema

STUDIES = schema.studies.c


class StoredStudy(Struct, frozen=True):
    study_id: str
    owner: str
    revision: int
    touched: float
    body: str


def find(connection: Connection, study_id: str) -> StoredStudy | None:
    query = select(STUDIES.id, STUDIES.owner, STUDIES.revision, STUDIES.touched, STUDIES.body)
    row = connection.execute(query.where(STUDIES.id == study_id)).one_or_none()
    return None if row is None else StoredStudy(*row)


def of_owner(connection: Connection, owner: str, most: int) -> list[tuple[str, str, str, float]]:
    """Ids, games, titles and times of the last save or visit, the latest first."""
    query = select(STUDIES.id, STUDIES.game, STUDIES.title, STUDIES.touched).where(STUDIES.owner == owner)
    return [tuple(row) for row in connection.execute(query.order_by(STUDIES.touched.desc()).limit(most))]


def count_of(connection: Connection, owner: str) -> int:
    return connection.scalars(select(func.count()).where(STUDIES.owner == owner)).one()


def create(connection: Connection, study: StoredStudy, game: str, title: str, most: int) -> bool:
    """Whether it was stored; not if the owner has so many already."""
    if count_of(connection, study.owner) >= most:
        return False
    row = {
        "id": study.study_id,
        "owner": study.owner,
        "game": game,
        "title": title,
        "created": study.touched,
        "touched": study.touched,
        "revision": study.revision,
        "body": study.body,
    }
    connection.execute(insert(schema.studies).values(**row))
    return True


def save(connection: Connection, study: StoredStudy, title: str) -> bool:
    """Store the next revision; whether the owner's last one was the one before."""
    is_before = (STUDIES.id == study.study_id) & (STUDIES.owner == study.owner)
    is_before &= STUDIES.revision == study.revision - 1
    values = {"revision": study.revision, "touched": study.touched, "title": title, "body": study.body}
    return connection.execute(update(schema.studies).where(is_before).values(**values)).rowcount == 1


def touch(connection: Connection, study_id: str, now: float) -> None:
    connection.execute(update(schema.studies).where(STUDIES.id == study_id).values(touched=now))


def remove(connection: Connection, study_id: str, owner: str) -> bool:
    is_own = (STUDIES.id == study_id) & (STUDIES.owner == owner)
    return connection.execute(delete(schema.studies).where(is_own)).rowcount == 1


def remove_all_of(connection: Connection, owner: str) -> int:
    """All studies of a visitor; how many there were."""
    return connection.execute(delete(schema.studies).where(STUDIES.owner == owner)).rowcount


def give_all(connection: Connection, owner: str, other: str) -> None:
    connection.execute(update(schema.studies).where(STUDIES.owner == owner).values(owner=other))


def remove_untouched(connection: Connection, touched_before: float) -> int:
    """Studies that nobody has opened or saved since; how many there were."""
    return connection.execute(delete(schema.studies).where(STUDIES.touched < touched_before)).rowcount
