import ShelfScenarios

extension Scenarios {
    /// Steps (S): what counts as one, and what protects whose work.
    public static let steps = Scenario.parse(
        """
        # S2 Setting a field to what it already shows is not a step
        start: P X Q
        A: edit X genre=Jazz                         -> P X(genre=Jazz) Q
        B: edit X genre=Jazz                         -> nothing
        B: undo                                      -> nothing
        A: undo                                      -> P X Q
        can: A redo

        # S3 Work by another on my new album keeps it from being undone away
        start: P X Q
        A: add N after P                             -> P N X Q
        A: edit N title=mine                         -> P N(title=mine) X Q
        B: edit N title=Bval                         -> P N(title=Bval) X Q
        A: undo                                      -> nothing
        B: undo                                      -> P N(title=mine) X Q
        A: undo                                      -> P N X Q
        A: undo                                      -> P X Q
        can: A redo

        # S2 Two people delete the same album: the first one owns it
        start: P X Q
        A: delete X                                  -> P Q
        B: delete X                                  -> nothing
        B: undo                                      -> nothing
        A: undo                                      -> P X Q
        B: undo                                      -> nothing
        can: A redo

        # S2 Overlapping deletes, both undone
        start: P X Y Z Q
        A: delete X + delete Y                       -> P Z Q
        B: delete Y + delete Z                       -> P Q
        A: undo                                      -> P X Y Q
        B: undo                                      -> P X Y Z Q
        can: A redo, B redo

        # S4 An edit that reaches a deleted album sleeps with it and comes back with it
        start: P X Q
        A: delete X                                  -> P Q
        B: edit X title=Bval                         -> asleep
        A: undo                                      -> P X(title=Bval) Q
        B: undo                                      -> P X Q
        can: A redo, B redo

        # S3 Redo of a delete does not take an album that somebody has worked on since
        start: P X Q
        A: delete X                                  -> P Q
        A: undo                                      -> P X Q
        B: edit X title=Bval                         -> P X(title=Bval) Q
        A: redo                                      -> nothing
        B: undo                                      -> P X Q
        A: redo                                      -> P Q
        can: A undo

        # S2 A move that changes nothing is not a step and keeps my redo
        start: P X Q
        A: edit P title=a1                           -> P(title=a1) X Q
        A: undo                                      -> P X Q
        A: move X after P                            -> nothing
        A: redo                                      -> P(title=a1) X Q
        can: A undo

        # S3 Undoing an import leaves the albums that others have worked on
        start: P
        A: add a last + add b last + add c last + add d last -> P a b c d
        B: edit a title=Bval                         -> P a(title=Bval) b c d
        B: move b first                              -> b P a(title=Bval) c d
        C: delete c                                  -> b P a(title=Bval) d
        A: undo                                      -> b P a(title=Bval)
        A: redo                                      -> b P a(title=Bval) d
        C: undo                                      -> b P a(title=Bval) c d
        can: A undo, B undo, C redo

        # S2 Anyone can restore a deleted album, and that is a step of theirs
        start: P X Q
        A: delete X                                  -> P Q
        C: restore X                                 -> P X Q
        A: undo                                      -> nothing
        C: edit X title=c                            -> P X(title=c) Q
        C: undo                                      -> P X Q
        C: undo                                      -> P Q
        A: undo                                      -> P X Q
        can: A redo, C redo
        """)
}
