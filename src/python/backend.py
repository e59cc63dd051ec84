"""How the wheel is built: by scikit-build-core. The sources stand two folders up, where no source distribution can take
them from, so one is refused in words."""

from scikit_build_core.build import *  # noqa: F401,F403
from scikit_build_core.build import __all__ as hooks

__all__ = list(hooks)


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit(
        "There is no source distribution of ptxcheck for Python: the sources are two folders up. "
        "Build a wheel: pip wheel src/python"
    )
