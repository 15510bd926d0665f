#include "s1.hpp"

namespace supple::app {

std::vector<Experiment> experiments_of_s1()
{
    return {
        {"the fit of five parameters", s1::fit_of_five},
        {"the fit on the values of the captions", s1::fit_on_the_captions},
        {"the fit of joints without a preferred axis", s1::fit_without_axes},
        {"the grid of 7776 tip loads", s1::whole_grid},
        {"other readings of the grid", s1::other_readings},
        {"grids of other values", s1::other_grids},
        {"the loads of Fig. 3", s1::tips_of_figure_3},
        {"the loads of Fig. 4", s1::shapes_of_figure_4},
        {"a beam on two supports", s1::two_supports},
        {"the constrained catheter", s1::constrained_catheter},
        {"numbers in the text", s1::numbers_in_the_text},
        {"measured errors", s1::measurements},
        {"times of a solve", s1::times},
    };
}

}  // namespace supple::app
