"""Your own tests: python3 -m unittest"""

import unittest

from shorten import shorten


class ShortTexts(unittest.TestCase):
    def test_a_text_that_fits_stays(self):
        self.assertEqual(shorten("good morning", 20), "good morning")

    def test_a_text_that_just_fits_stays(self):
        self.assertEqual(shorten("good", 4), "good")


class LongTexts(unittest.TestCase):
    def test_the_result_is_short_enough(self):
        self.assertLessEqual(len(shorten("one two three four", 10)), 10)

    def test_words_stay_whole(self):
        short = shorten("good morning to everybody", 16)
        self.assertEqual(short, "good morning to…")


if __name__ == "__main__":
    unittest.main()
