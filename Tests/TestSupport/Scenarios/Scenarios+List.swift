import ShelfScenarios

extension Scenarios {
    /// Places (L): where albums stand and come back to.
    public static let list = Scenario.parse(
        """
        # L4 A deleted album comes back to its own place although its neighbours are gone
        start: A B C
        U: delete B                                  -> A C
        V: delete A                                  -> C
        V: delete C                                  -> empty
        V: add Z first                               -> Z
        U: undo                                      -> Z B
        V: undo                                      -> B
        V: undo                                      -> B C
        V: undo                                      -> A B C
        can: U redo, V redo

        # L4 Somebody put an album in the gap
        start: A B C
        U: delete B                                  -> A C
        V: add Z after A                             -> A Z C
        U: undo                                      -> A Z B C
        can: U redo, V undo

        # L4 Last is last, whatever comes back
        start: P X
        A: delete X                                  -> P
        B: add N last                                -> P N
        A: undo                                      -> P X N
        can: A redo, B undo

        # L4 First is first, whatever comes back
        start: P X
        A: delete P                                  -> X
        B: add N first                               -> N X
        A: undo                                      -> N P X
        can: A redo, B undo

        # L4 Neighbours deleted by two people come back in the old order
        start: A B C D
        U: delete B                                  -> A C D
        V: delete C                                  -> A D
        U: undo                                      -> A B D
        V: undo                                      -> A B C D
        can: U redo, V redo

        # L4 An album added behind a deleted one
        start: P X Q
        A: delete P                                  -> X Q
        B: add N after P                             -> N X Q
        A: undo                                      -> P N X Q
        can: A redo, B undo

        # L1 An id is never used again, not even after its insertion was undone
        start: P
        A: add N last                                -> P N
        A: undo                                      -> P
        B: add N last                                -> refused id_taken
        A: redo                                      -> P N
        can: A undo
        """)
}
