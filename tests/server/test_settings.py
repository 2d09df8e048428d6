"""Each setting is declared once: options, variables, config files and the hosting page follow from it."""

import click
import pytest
from click.testing import CliRunner

from rooftop.cli import main
from rooftop.cli.config_file import declared, read_config
from rooftop.cli.settings_options import settings_options
from rooftop.errors import OptionError
from rooftop.server.settings import Settings

ROWS = {row.name: row for row in declared()}


@pytest.fixture
def chosen(tmp_path, monkeypatch):
    """The settings that `rooftop serve` would use in a folder, or its error message."""
    monkeypatch.chdir(tmp_path)
    for row in ROWS.values():
        monkeypatch.delenv(row.variable, raising=False)

    def run(*words: str, **environment: str) -> Settings | str:
        found: list[Settings] = []

        @click.command()
        @settings_options
        def command(**values: object) -> None:
            found.append(Settings(**values))  # type: ignore[arg-type]

        told = CliRunner().invoke(command, words, env=environment)
        assert told.exception is None or isinstance(told.exception, OptionError | SystemExit)
        return found[0] if found else str(told.exception if str(told.exception) != "2" else told.output)

    return run


def test_settings_without_any_choice_are_the_defaults(chosen):
    assert chosen() == Settings()


def test_options_come_before_variables_before_the_config_file_before_defaults(chosen, tmp_path):
    (tmp_path / "rooftop.toml").write_text('port = 1\nhost = "::"\ngrace = 5\nwebhooks = true\n')
    told = chosen("--port", "3", "--no-webhooks", ROOFTOP_PORT="2", ROOFTOP_HOST="::1")
    assert (told.port, told.host, told.grace, told.webhooks, told.live_days) == (3, "::1", 5.0, False, 2.0)


@pytest.mark.parametrize("how", ["option", "variable"])
def test_another_config_file_can_be_named(how, chosen, tmp_path):
    (tmp_path / "rooftop.toml").write_text("port = 1\n")
    other = tmp_path / "club" / "evening.toml"
    (other.parent / "more").mkdir(parents=True)
    other.write_text('editions = "more"\ntitles = ["skyrise", "tower-up"]\n')
    by_option = how == "option"
    told = chosen("--config", str(other)) if by_option else chosen(ROOFTOP_CONFIG=str(other))
    assert (told.port, told.titles, told.editions) == (8000, ("skyrise", "tower-up"), other.parent / "more")


def test_lists_are_repeated_options_and_words_of_a_variable(chosen):
    assert chosen("--title", "skyrise", "--title", "skytopia").titles == ("skyrise", "skytopia")
    assert chosen(ROOFTOP_MESSAGE_HOSTS="a.example b.example:1").message_hosts == ("a.example", "b.example:1")


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.kind in (int, float)])
def test_numbers_have_the_same_bounds_everywhere(name, chosen, tmp_path):
    row, about = ROWS[name], ROWS[name].about
    too_small = about.above if about.least is None else about.least - 1
    too_large = None if about.most is None else about.most + 1
    assert too_small is not None
    for value in filter(lambda bound: bound is not None, (too_small, too_large)):
        (tmp_path / "x.toml").write_text(f"{name} = {value}\n")
        with pytest.raises(OptionError, match=f"x.toml: {name}: must be "):
            read_config(tmp_path / "x.toml")
        assert f"--{row.option}" in chosen(f"--{row.option}", str(value))
        assert f"--{row.option}" in chosen(**{row.variable: str(value)})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("prot = 1", "there is no setting prot; did you mean port\\?"),
        ("bot-pause = 1", "there is no setting bot-pause; did you mean bot_pause\\?"),
        ("xyzzy = 1", "there is no setting xyzzy; `rooftop serve --help` lists them"),
        ("[server]\nport = 1", "there is no setting server"),
        ("titles = 'skyrise'", "titles: must be a list, not a string"),
        ("webhooks = 1", "webhooks: must be true or false, not an integer"),
        ("port = '80'", "port: must be an integer, not a string"),
        ("port", "not valid TOML: "),
        (b"host = '\xff'", "not UTF-8 text"),
    ],
)
def test_a_mistake_in_a_config_file_is_named(text, why, tmp_path):
    file = tmp_path / "rooftop.toml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(OptionError, match=rf"rooftop\.toml: {why}"):
        read_config(file)


def test_a_config_file_that_is_named_must_be_there(chosen):
    assert "nowhere.toml: cannot read this file" in chosen("--config", "nowhere.toml")


def test_commands_about_a_database_find_that_of_the_server(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rooftop.toml").write_text(f"database = 'sqlite:///{tmp_path}/club.db'\n")
    for command in (["admin", "people"], ["backup", "copy.db"]):
        told = CliRunner().invoke(main, command)
        assert "club.db: " in told.output
        told = CliRunner().invoke(main, command, env={"ROOFTOP_DATABASE": f"sqlite:///{tmp_path}/other.db"})
        assert "other.db: " in told.output


def test_secrets_are_not_printed():
    settings = Settings(
        smtp_url="smtp://a:hush@mail.example", mail_from="A <a@b.example>", public_url="https://b.example"
    )
    assert "hush" not in repr(settings)
