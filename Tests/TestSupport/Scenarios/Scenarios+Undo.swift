import ShelfScenarios

extension Scenarios {
    /// Undo and redo (U).
    public static let undo = Scenario.parse(
        """
        # U4 An edit that somebody changed after me is theirs; mine sleeps
        start: P X Q
        A: edit X title=red                          -> P X(title=red) Q
        B: edit X title=green                        -> P X(title=green) Q
        A: undo                                      -> nothing
        A: redo                                      -> nothing
        can: B undo

        # U4 My covered edit wakes when the other takes theirs back
        start: P X Q
        A: edit X title=red                          -> P X(title=red) Q
        B: edit X title=green                        -> P X(title=green) Q
        A: undo                                      -> nothing
        B: undo                                      -> P X(title=red) Q
        A: undo                                      -> P X Q
        can: A redo, B redo

        # U4 Four edits of one field by two people, undone in turn
        start: P X Q
        A: edit X year=1                             -> P X(year=1) Q
        B: edit X year=100                           -> P X(year=100) Q
        A: edit X year=200                           -> P X(year=200) Q
        B: edit X year=300                           -> P X(year=300) Q
        A: undo                                      -> nothing
        B: undo                                      -> P X(year=200) Q
        A: undo                                      -> P X(year=100) Q
        B: undo                                      -> P X(year=1) Q
        A: undo                                      -> P X Q
        can: A redo, B redo

        # U1 Undo takes back my field and leaves theirs on the same album
        start: P X Q
        A: edit X artist=blue                        -> P X(artist=blue) Q
        B: edit X year=20                            -> P X(artist=blue, year=20) Q
        A: undo                                      -> P X(year=20) Q
        can: A redo, B undo

        # U3 Redo never overwrites what somebody wrote meanwhile, and wakes when they take it back
        start: P X Q
        A: edit X title=red                          -> P X(title=red) Q
        A: undo                                      -> P X Q
        B: edit X title=green                        -> P X(title=green) Q
        A: redo                                      -> nothing
        B: undo                                      -> P X Q
        A: redo                                      -> P X(title=red) Q
        can: A undo, B redo

        # U6 Three undos and three redos leave everything as it was
        start: P X Q
        A: edit X title=a1                           -> P X(title=a1) Q
        A: edit P title=a2                           -> P(title=a2) X(title=a1) Q
        B: edit Q title=b                            -> P(title=a2) X(title=a1) Q(title=b)
        A: move X first                              -> X(title=a1) P(title=a2) Q(title=b)
        A: undo                                      -> P(title=a2) X(title=a1) Q(title=b)
        A: undo                                      -> P X(title=a1) Q(title=b)
        A: undo                                      -> P X Q(title=b)
        A: redo                                      -> P X(title=a1) Q(title=b)
        A: redo                                      -> P(title=a2) X(title=a1) Q(title=b)
        A: redo                                      -> X(title=a1) P(title=a2) Q(title=b)
        can: A undo, B undo

        # U5 A new step drops my redo, not yours
        start: P X Q
        A: edit X title=a1                           -> P X(title=a1) Q
        B: edit Q title=b1                           -> P X(title=a1) Q(title=b1)
        A: undo                                      -> P X Q(title=b1)
        B: undo                                      -> P X Q
        A: edit P title=a2                           -> P(title=a2) X Q
        A: redo                                      -> nothing
        B: redo                                      -> P(title=a2) X Q(title=b1)
        can: A undo, B undo

        # U4 Undo passes over a sleeping step to the one before it
        start: P X Q
        A: edit Q title=older                        -> P X Q(title=older)
        A: edit X title=newer                        -> P X(title=newer) Q(title=older)
        B: edit X title=Bval                         -> P X(title=Bval) Q(title=older)
        A: undo                                      -> P X(title=Bval) Q
        can: A redo, B undo

        # U1 A request of three edits, one of them overwritten since
        start: P X Q
        A: edit P title=a1 + edit X title=a2 + edit Q title=a3 -> P(title=a1) X(title=a2) Q(title=a3)
        B: edit X title=Bval                         -> P(title=a1) X(title=Bval) Q(title=a3)
        A: undo                                      -> P X(title=Bval) Q
        A: redo                                      -> P(title=a1) X(title=Bval) Q(title=a3)
        B: undo                                      -> P(title=a1) X(title=a2) Q(title=a3)
        can: A undo, B redo

        # U4 I edited, they deleted; my undo sleeps until the album is back
        start: P X Q
        A: edit X title=a1                           -> P X(title=a1) Q
        B: delete X                                  -> P Q
        A: undo                                      -> nothing
        B: undo                                      -> P X(title=a1) Q
        A: undo                                      -> P X Q
        can: A redo, B redo

        # U2 Three single deletes come back one by one, in the old order
        start: A B C D
        U: delete B                                  -> A C D
        U: delete A                                  -> C D
        U: delete C                                  -> D
        U: undo                                      -> C D
        U: undo                                      -> A C D
        U: undo                                      -> A B C D
        can: U redo

        # U2 The last album comes back to an empty shelf
        start: X
        A: delete X                                  -> empty
        A: undo                                      -> X
        can: A redo

        # U2 Nothing was done, nothing can be undone
        start: empty
        A: undo                                      -> nothing
        A: redo                                      -> nothing
        can: nobody anything

        # U4 I added, they deleted and took it back; my undo sleeps and wakes
        start: P X Q
        A: add N after P                             -> P N X Q
        B: delete N                                  -> P X Q
        A: undo                                      -> nothing
        B: undo                                      -> P N X Q
        A: undo                                      -> P X Q
        can: A redo

        # U4 Everything deleted by another: my count goes from two to none and back to two
        start: P X Q
        A: edit P title=a1                           -> P(title=a1) X Q
        A: move Q first                              -> Q P(title=a1) X
        B: delete P + delete X + delete Q            -> empty
        A: undo                                      -> nothing
        B: undo                                      -> Q P(title=a1) X
        A: undo                                      -> P(title=a1) X Q
        A: undo                                      -> P X Q
        can: A redo, B redo

        # U4 Two people move the same album
        start: P X Q R
        A: move X last                               -> P Q R X
        B: move X first                              -> X P Q R
        A: undo                                      -> nothing
        B: undo                                      -> P Q R X
        A: undo                                      -> P X Q R
        can: A redo, B redo

        # U1 Undo of my move keeps their edit
        start: P X Q R
        A: move X last                               -> P Q R X
        B: edit X title=Bval                         -> P Q R X(title=Bval)
        A: undo                                      -> P X(title=Bval) Q R
        can: A redo, B undo

        # U2 A move whose undo would show nothing sleeps
        start: P X
        A: edit P title=a0                           -> P(title=a0) X
        A: move X first                              -> X P(title=a0)
        B: delete P                                  -> X
        A: undo                                      -> nothing
        B: undo                                      -> X P(title=a0)
        A: undo                                      -> P(title=a0) X
        can: A undo, A redo, B redo

        # U10 Only the newest steps of a client can be undone
        depth: 3
        start: P X Q
        A: edit P year=1                             -> P(year=1) X Q
        A: edit P year=2                             -> P(year=2) X Q
        A: edit P year=3                             -> P(year=3) X Q
        A: edit P year=4                             -> P(year=4) X Q
        A: edit P year=5                             -> P(year=5) X Q
        A: undo                                      -> P(year=4) X Q
        A: undo                                      -> P(year=3) X Q
        A: undo                                      -> P(year=2) X Q
        A: undo                                      -> nothing
        can: A redo

        # U3 Redo is last undone, first redone
        start: P X Q
        A: edit P title=a1                           -> P(title=a1) X Q
        A: edit X title=a2                           -> P(title=a1) X(title=a2) Q
        B: delete X                                  -> P(title=a1) Q
        A: undo                                      -> P Q
        B: undo                                      -> P X(title=a2) Q
        A: undo                                      -> P X Q
        A: redo                                      -> P X(title=a2) Q
        A: redo                                      -> P(title=a1) X(title=a2) Q
        can: A undo, B redo
        """)
}
