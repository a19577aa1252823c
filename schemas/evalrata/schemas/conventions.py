"""Semantic conventions: the attributes that evalrata puts on spans and reads back.

The namespace is our own; where others say the same, the last column names what is read
instead, by ``evalrata.schemas.spans``.

=========================  ======  ==============================  ===================
attribute                  type    says                            read as well
=========================  ======  ==============================  ===================
``evalrata.run.id``        string  the run the span belongs to
``evalrata.benchmark``     string  the run's benchmark
``evalrata.task``          string  the episode's task
``evalrata.trial``         int     the episode's trial
``evalrata.episode.id``    string  the episode
``evalrata.actor``         string  who did it: ``agent``,          kind ``EVALUATOR``:
                                   ``user_simulator``,             the grader,
                                   ``grader``, ``environment``     inferred
``evalrata.actor.known``   string  ``declared`` or ``inferred``
``evalrata.grade.value``   double  the grade of the episode
``evalrata.grade.by``      string  who graded
``evalrata.call.kind``     string  ``call``, ``rollup``            ``spans.kinds``
``evalrata.call.cached``   bool    answered from a local cache:    ``litellm
                                   not billed                      .cache_hit``
``evalrata.usage.*``       int     ``input``, ``output``,          ``spans.names``
                                   ``cache_read``,
                                   ``cache_write``, ``reasoning``
                                   of the span itself, input
                                   with the cache inside
=========================  ======  ==============================  ===================

What is set in our namespace stands above what others say: a kind that is declared above
the kinds that conventions give, usage above all other usage of the span, an actor above
the context that the span was started in.  ``gen_ai.evaluation.*`` is not read: it does
not say whose result it is, the episode's or one of several criteria's.  Resource
attributes pin instruments: ``evalrata.instrument.<role>.{name,version,commit,digest,
mode}``.
"""

__all__ = [
    "ACTOR",
    "ACTOR_KNOWN",
    "BENCHMARK",
    "CALL_CACHED",
    "CALL_KIND",
    "EPISODE_ID",
    "GRADE_BY",
    "GRADE_VALUE",
    "INSTRUMENT",
    "RUN_ID",
    "TASK",
    "TRIAL",
    "USAGE",
]

RUN_ID = "evalrata.run.id"
BENCHMARK = "evalrata.benchmark"
TASK = "evalrata.task"
TRIAL = "evalrata.trial"
EPISODE_ID = "evalrata.episode.id"
ACTOR = "evalrata.actor"
ACTOR_KNOWN = "evalrata.actor.known"
GRADE_VALUE = "evalrata.grade.value"
GRADE_BY = "evalrata.grade.by"
CALL_KIND = "evalrata.call.kind"
CALL_CACHED = "evalrata.call.cached"
USAGE = "evalrata.usage."
INSTRUMENT = "evalrata.instrument."
