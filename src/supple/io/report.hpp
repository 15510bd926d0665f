/// @file
/// Text for people: what the reports of all commands share.
///
///     model        universal-prb
///     status       converged, 4 iterations in 2.1 us
///     warning      an axial moment acts on a model without twist
#pragma once

#include <supple/result/equilibrium.hpp>
#include <supple/text/units.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace supple {

/// Lines with labels of one width.
class Report {
 public:
    explicit Report(bool colour, int label_width = 12) : colour_(colour), width_(label_width) {}

    /// In bold; nothing where it is empty.
    void title(std::string_view text);
    /// A label without text stands alone.
    void line(std::string_view label, std::string_view text);
    void gap() { text_ += '\n'; }
    /// How it ended, green or red, then what follows; the message on a line of its own.
    void status(std::string_view words, bool good, std::string_view rest = "", std::string_view message = "");
    void warnings(const std::vector<std::string>& warnings);
    /// Lines as they are.
    void text(std::string_view lines) { text_ += lines; }

    std::string take() { return std::move(text_); }

 private:
    bool colour_;
    int width_;
    std::string text_;
};

/// Columns as wide as their widest cell: the first and the last to the left, numbers to the right.
class TextTable {
 public:
    explicit TextTable(std::vector<std::string> head) { rows_.push_back(std::move(head)); }

    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    std::string text() const;

 private:
    std::vector<std::vector<std::string>> rows_;
};

/// A vector in one unit. What is 1e-9 of its largest part, or less, is rounding and shown as 0.
std::string vector_in_words(const Vector3d& v, Dimension dimension);

/// The same for any number of values.
std::string values_in_words(std::vector<double> values, Dimension dimension, int digits = 6);

/// A number in its unit, to four digits; what is far below the scale is rounding and shown as 0.
std::string measure_in_words(double value, double scale, Dimension dimension);

/// A direction, or the parts of a quaternion, to four decimals; never "-0.0000".
std::string direction_in_words(const Eigen::Ref<const VectorXd>& values);

/// An angle in degrees with that many decimals: "3.20 deg".
std::string angle_in_words(double radians, int decimals = 2);

/// Rows to show of a list that may be long: evenly spread, with the first and the last.
std::vector<std::size_t> spread_rows(std::size_t count, std::size_t most = 12);

}  // namespace supple
