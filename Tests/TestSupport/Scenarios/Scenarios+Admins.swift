import ShelfScenarios

extension Scenarios {
    /// Admins (U9).
    public static let admins = Scenario.parse(
        """
        # U9 An admin undoes another's step, and nobody redoes it but an admin
        start: P X
        A: edit P title=a                            -> P(title=a) X
        Z: undo step 2                               -> refused not_yours
        Z: undo all of A                             -> refused not_allowed
        Z!: undo step 2                              -> P X
        can: nobody anything
        A: redo                                      -> nothing
        A: redo step 2                               -> refused not_yours
        A: undo step 2                               -> nothing
        Z!: redo step 2                              -> P(title=a) X
        can: A undo

        # U9 An admin undoes everything of a client as one event
        start: P X
        A: edit P title=a                            -> P(title=a) X
        A: add n last                                -> P(title=a) X n
        A: move X first                              -> X P(title=a) n
        B: edit n title=b                            -> X P(title=a) n(title=b)
        Z!: undo all of A                            -> P X n(title=b)
        Z!: undo all of A                            -> nothing
        can: B undo
        B: undo                                      -> P X n
        can: A undo, B redo
        Z!: redo all of A                            -> X P(title=a) n
        can: A undo, B redo

        # U9 A new step of its owner leaves a withdrawn step where it is
        start: P X
        A: edit P title=a                            -> P(title=a) X
        Z!: undo step 2                              -> P X
        A: edit X title=b                            -> P X(title=b)
        Z!: redo step 2                              -> P(title=a) X(title=b)
        A: undo                                      -> P(title=a) X
        A: undo                                      -> P X
        can: A redo
        """)
}
