"""Drawing and wording updates in processes of their own, so that the event loop never waits for either."""
