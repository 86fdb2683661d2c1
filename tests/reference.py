"""The game written a second time, as plainly as possible, to check the engine against.

It shares no code with `engine/`, and none of its ideas: a board is a string of "X", "O" and
".", a move makes a new string, the value of a move is found by playing everything out to the end.
There are no bits, no windows, nothing to undo. Runs in both Pythons.
"""


class PlainGame:
    """The rules and minimax for boards of one size."""

    def __init__(self, size=3, run=3):
        squares = [(row, column) for row in range(size) for column in range(size)]
        self.lines = []
        for row, column in squares:
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + down * step, column + right * step) for step in range(run)]
                if all(square in squares for square in line):
                    self.lines.append([squares.index(square) for square in line])
        self._endings = {}

    def winner(self, board):
        """Return "X", "O" or None."""
        for line in self.lines:
            marks = [board[cell] for cell in line]
            if marks[0] != "." and marks.count(marks[0]) == len(marks):
                return marks[0]
        return None

    def completing_moves(self, board, mark):
        """Return the cells, in order, where one more `mark` would complete a line."""
        completing = set()
        for line in self.lines:
            marks = [board[cell] for cell in line]
            if marks.count(mark) == len(line) - 1 and "." in marks:
                completing.add(line[marks.index(".")])
        return sorted(completing)

    def after_each_move(self, board):
        """Return `(cell, the board after that move)` for every legal move, in cell order."""
        if self.winner(board):
            return []
        mark = "X" if board.count("X") == board.count("O") else "O"
        return [
            (cell, board[:cell] + mark + board[cell + 1 :])
            for cell in range(len(board))
            if board[cell] == "."
        ]

    def move_values(self, board):
        """Return `(cell, value)` for every legal move: minimax, counting the plies to the end."""
        values = []
        for cell, after in self.after_each_move(board):
            result, plies = self._ending(after)
            values.append((cell, -result * (len(board) + 1 - (plies + 1))))
        return values

    def limited_move_values(self, board, plies):
        """Return `(cell, value)` for every legal move, with what lies beyond `plies` as a draw."""
        return [
            (cell, -self._limited_value(after, 1, plies))
            for cell, after in self.after_each_move(board)
        ]

    def _limited_value(self, board, ply, plies):
        """What the board is worth to the side to move, `ply` plies after the question."""
        if self.winner(board):
            return -(len(board) + 1 - ply)
        if ply == plies or "." not in board:
            return 0
        return max(
            -self._limited_value(after, ply + 1, plies) for _, after in self.after_each_move(board)
        )

    def _ending(self, board):
        """Return the end under best play: 1, 0 or -1 for the side to move, and in how many plies.

        What was found for a board is kept, for speed; it depends on nothing but the board.
        """
        if board not in self._endings:
            values = [value for _, value in self.move_values(board)]
            if self.winner(board):
                ending = (-1, 0)  # by the move before this one
            elif not values:
                ending = (0, 0)
            else:
                best = max(values)
                result = (best > 0) - (best < 0)
                ending = (result, len(board) + 1 - abs(best))
            self._endings[board] = ending
        return self._endings[board]
