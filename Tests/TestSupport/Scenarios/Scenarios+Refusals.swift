import ShelfScenarios

extension Scenarios {
    /// What is refused, and undo beside the order (U8).
    public static let refusals = Scenario.parse(
        """
        # L1 Ids are never used again
        start: P
        A: add P last                                -> refused id_taken
        A: add n last + add n first                  -> refused id_taken

        # L5 A request is refused whole
        start: P X
        A: delete P + edit nobody title=a            -> refused unknown_album
        A: undo                                      -> nothing
        can: nobody anything

        # L4 An anchor is another album that is known by then
        start: P
        A: move P after P                            -> refused bad_request
        A: move P after nobody                       -> refused unknown_album
        A: move P after n + add n last               -> refused bad_request
        A: add n after m + add m last                -> refused bad_request
        A: add m last + add n before m               -> P n m

        # U8 What the person saw has to be what happens
        start: P X
        A: edit P title=a                            -> P(title=a) X
        A: edit X title=a                            -> P(title=a) X(title=a)
        A: undo expecting line 1                     -> refused stale
        A: undo expecting line 2                     -> P(title=a) X
        A: redo expecting nothing                    -> refused stale
        A: redo expecting line 2                     -> P(title=a) X(title=a)
        A: redo expecting nothing                    -> nothing
        A: undo expecting line 3                     -> refused stale

        # U8 Any own step can be undone and redone beside the order
        start: P X
        A: edit P title=a                            -> P(title=a) X
        A: edit X title=a                            -> P(title=a) X(title=a)
        B: edit X title=b                            -> P(title=a) X(title=b)
        A: undo line 1                               -> P X(title=b)
        A: undo line 1                               -> nothing
        A: undo line 2                               -> nothing
        A: undo step 4                               -> refused not_yours
        A: undo step 5                               -> refused unknown_step
        A: undo step 99                              -> refused unknown_step
        A: undo line 4                               -> refused unknown_step
        A: undo line 99                              -> refused unknown_step
        A: redo line 1                               -> P(title=a) X(title=b)
        settled: A
        A: undo step 2                               -> refused settled
        """)
}
