"""jax.monitoring: listeners for events that libraries record."""
_event, _duration, _span, _scalar = [], [], [], []


def record_event(event, **kwargs):
    for listener in list(_event):
        listener(event, **kwargs)


def record_event_duration_secs(event, duration, **kwargs):
    for listener in list(_duration):
        listener(event, duration, **kwargs)


def record_event_time_span(event, start_time, end_time, **kwargs):
    for listener in list(_span):
        listener(event, start_time, end_time, **kwargs)


def record_scalar(event, value, **kwargs):
    for listener in list(_scalar):
        listener(event, value, **kwargs)


def register_event_listener(callback):
    _event.append(callback)


def register_event_duration_secs_listener(callback):
    _duration.append(callback)


def register_event_time_span_listener(callback):
    _span.append(callback)


def register_scalar_listener(callback):
    _scalar.append(callback)


def unregister_event_listener(callback):
    _event.remove(callback)


def unregister_event_duration_listener(callback):
    _duration.remove(callback)


def unregister_event_time_span_listener(callback):
    _span.remove(callback)


def unregister_scalar_listener(callback):
    _scalar.remove(callback)


def clear_event_listeners():
    for listeners in (_event, _duration, _span, _scalar):
        listeners.clear()
