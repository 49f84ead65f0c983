import ShelfScenarios

extension Scenarios {
    /// The cases that a simpler engine gets wrong.
    public static let tricky = Scenario.parse(
        """
        # U2 Two moves, one shows alone, together nothing
        start: A B C
        K: move A last + move B last                 -> C A B
        L: delete C                                  -> A B
        K: undo                                      -> nothing
        covered: K by nobody
        L: undo                                      -> C A B
        K: undo                                      -> A B C
        can: K redo, L redo

        # U2 Two moves, neither shows alone, together they do
        start: B A C
        K: move A first + move B last                -> A C B
        L: delete C                                  -> A B
        K: undo                                      -> B A
        K: redo                                      -> A B
        L: undo                                      -> A C B
        can: K undo, L redo

        # U4 Somebody else's neighbour puts my move to sleep and wakes it
        start: P X
        A: move X first                              -> X P
        B: delete P                                  -> X
        can: B undo
        covered: A by nobody
        B: undo                                      -> X P
        can: A undo, B redo
        covered: nobody

        # U4 Steps between equal values sleep, each alone shows nothing
        start: X Y
        A: edit X title=red                          -> X(title=red) Y
        B: edit X title=green + edit Y title=b       -> X(title=green) Y(title=b)
        A: edit X title=red                          -> X(title=red) Y(title=b)
        B: undo                                      -> X(title=red) Y
        A: undo                                      -> nothing
        B: redo                                      -> X(title=red) Y(title=b)
        A: undo                                      -> X(title=green) Y(title=b)
        can: A redo, B undo

        # S4 A step on a hidden album shows nothing and keeps my redo
        start: P X
        A: edit P title=a                            -> P(title=a) X
        A: undo                                      -> P X
        B: delete X                                  -> P
        A: edit X title=b                            -> asleep
        covered: A by B
        A: redo                                      -> P(title=a)

        # S3 A touch stays on while it holds its album
        start: P
        A: add n last + edit P title=a               -> P(title=a) n
        B: edit n title=b                            -> P(title=a) n(title=b)
        A: undo                                      -> P n(title=b)
        B: undo                                      -> P n
        A: redo                                      -> P(title=a) n
        B: redo                                      -> P(title=a) n(title=b)
        can: A undo, B undo

        # S3 Undone the other way round, the album goes
        start: P
        A: add n last + edit P title=a               -> P(title=a) n
        B: edit n title=b                            -> P(title=a) n(title=b)
        B: undo                                      -> P(title=a) n
        A: undo                                      -> P
        can: A redo

        # U5 A touch that stayed on outlives its dropped step
        start: P
        A: add n last + edit P title=a               -> P(title=a) n
        B: edit n title=b                            -> P(title=a) n(title=b)
        A: undo                                      -> P n(title=b)
        B: undo                                      -> P n
        B: edit P title=b                            -> P(title=b) n
        can: B undo
        B: undo                                      -> P n
        A: redo                                      -> P(title=a) n
        can: A undo, B redo

        # S3 Redo never brings an album back by a touch
        start: P
        A: add n last                                -> P n
        B: edit n title=b                            -> P n(title=b)
        B: undo                                      -> P n
        A: undo                                      -> P
        B: redo                                      -> nothing
        A: redo                                      -> P n
        B: redo                                      -> P n(title=b)
        A: undo                                      -> nothing
        can: B undo

        # S3 Redo brings back the other work of a step, and no album by a touch
        start: P
        A: add n last                                -> P n
        B: edit n title=b + edit P title=b           -> P(title=b) n(title=b)
        B: undo                                      -> P n
        A: undo                                      -> P
        B: redo                                      -> P(title=b)
        A: redo                                      -> P(title=b) n(title=b)
        A: undo                                      -> P(title=b)
        can: A redo, B undo

        # U3 A redo waits under a newer write
        start: X
        A: edit X title=a                            -> X(title=a)
        A: undo                                      -> X
        B: edit X title=b                            -> X(title=b)
        A: redo                                      -> nothing
        B: undo                                      -> X
        A: redo                                      -> X(title=a)
        can: A undo, B redo

        # U10 Nothing comes back from beneath a settled write
        start: X
        A: edit X title=a                            -> X(title=a)
        B: edit X title=b                            -> X(title=b)
        settled: B
        A: undo                                      -> nothing
        covered: A by B
        can: nobody anything

        # S2 A move past a deleted album is a step that sleeps until the album is back
        start: P X Q
        A: delete X                                  -> P Q
        B: move P after X                            -> asleep
        covered: B by nobody
        A: undo                                      -> X P Q
        B: undo                                      -> P X Q
        can: A redo, B redo

        # S2 Inserting and deleting in one request is nothing, and the id stays free
        start: P
        A: add n last + delete n                     -> nothing
        A: add n first                               -> n P

        # S2 Beside another write, an album can be born deleted
        start: P
        A: add n first + delete n + edit P title=a   -> P(title=a)
        B: add n last                                -> refused id_taken
        B: restore n                                 -> n P(title=a)
        A: undo                                      -> n P
        B: undo                                      -> P
        can: A redo, B redo
        """)
}
