/** Set-up of every test: who runs them may have asked for colours or against them, and no test may depend on that. */
delete process.env.NO_COLOR;
delete process.env.FORCE_COLOR;
