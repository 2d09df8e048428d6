"""Drawing and wording updates in separate processes, so that the event loop never waits for either."""
